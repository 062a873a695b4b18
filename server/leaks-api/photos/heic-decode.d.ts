declare module "heic-decode" {
  interface Decoded {
    width: number;
    height: number;
    /** Four bytes a pixel: red, green, blue, alpha. */
    data: Uint8ClampedArray<ArrayBuffer>;
  }
  interface Picture {
    width: number;
    height: number;
    decode(): Promise<Decoded>;
  }
  const decode: { all(input: { buffer: Uint8Array }): Promise<Picture[]> };
  export default decode;
}
