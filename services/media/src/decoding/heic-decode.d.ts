declare module 'heic-decode' {
  interface HeicImage {
    width: number;
    height: number;
    /** RGBA, turned upright. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }
  const heicDecode: {
    /** The pictures of a file, none decoded yet. */
    all(options: { buffer: Uint8Array }): Promise<HeicImage[]>;
  };
  export default heicDecode;
}
