import { describe } from "vitest";
import { portfolioDialogs, portfolioScreens } from "./screens/portfolio.ts";
import { propertyDialogs, propertyScreens } from "./screens/property.ts";
import { visitOnce } from "./screens/visit-once.ts";

const visited = [...propertyScreens, ...portfolioScreens, ...propertyDialogs, ...portfolioDialogs];

describe.for(visited)("$name", { concurrent: true }, visitOnce);
