declare module 'libheif-js/wasm-bundle.js' {
  export interface HeifImage {
    /** An object of the library behind the binding. */
    handle: { $$: { ptr: number } };
    is_primary(): number | boolean;
    get_width(): number;
    get_height(): number;
    /** Draws RGBA, turned upright; null for a picture that cannot be decoded. */
    display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (drawn: unknown) => void): void;
  }
  /** Functions of libheif's C interface take and answer pointers into its memory. */
  export interface LibHeif {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
    HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _heif_image_handle_get_color_profile_type(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(status: number, handle: number, out: number): void;
    _heif_image_handle_get_nclx_color_profile(status: number, handle: number, out: number): void;
  }
  const libheif: LibHeif;
  export default libheif;
}
