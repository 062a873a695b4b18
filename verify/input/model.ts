/** What a walk can make, each under the one that is named beside it. */
export const parentOf = {
  organization: null,
  property: "organization",
  building: "property",
  unit: "building",
  point: "unit",
  meter: "point",
  token: "meter",
  user: "property",
  key: "organization",
} as const;
export type Thing = keyof typeof parentOf;
export const things: readonly Thing[] = [
  "organization",
  "property",
  "building",
  "unit",
  "point",
  "meter",
  "token",
  "user",
  "key",
];

/** A thing that a walk made, as it must be now. */
export interface Node {
  thing: Thing;
  id: number;
  name: string;
  parent: Node | null;
  /** Archived, or ended: it is there and no more in use. */
  isOver: boolean;
}

/** The thing of a kind in which another one is; itself where it is one. */
export function within(node: Node, thing: Thing): Node {
  if (node.thing === thing) return node;
  if (node.parent === null) throw new Error(`A ${node.thing} is in no ${thing}.`);
  return within(node.parent, thing);
}

/** What a walk made and has not removed. */
export class Model {
  readonly nodes: Node[] = [];

  children(parent: Node, thing: Thing): Node[] {
    return this.nodes.filter((node) => node.thing === thing && node.parent === parent);
  }

  /** All of a kind in a thing, however deep. */
  inside(top: Node, thing: Thing): Node[] {
    return this.nodes.filter((node) => node.thing === thing && isInside(node, top));
  }

  /** Whether anything stands in the way of removing a thing. */
  isEmpty(node: Node): boolean {
    return this.nodes.every((other) => other === node || !isInside(other, node));
  }

  remove(node: Node): void {
    this.nodes.splice(this.nodes.indexOf(node), 1);
  }
}

function isInside(node: Node, top: Node): boolean {
  return node === top || (node.parent !== null && isInside(node.parent, top));
}
