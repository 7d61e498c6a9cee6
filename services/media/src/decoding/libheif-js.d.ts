declare module 'libheif-js/wasm-bundle.js' {
  export interface HeifImage {
    /** Pointer to the library's object behind the binding. */
    handle: { $$: { ptr: number } };
    is_primary(): number | boolean;
    get_width(): number;
    get_height(): number;
  }
  /** The functions of libheif's C interface take and return pointers into its memory. */
  export interface LibHeif {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
    HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
    _heif_image_handle_has_alpha_channel(handle: number): number;
    _heif_image_handle_get_image_tiling(status: number, handle: number, isUpright: 0 | 1, out: number): void;
    _heif_image_handle_decode_image_tile(
      status: number,
      handle: number,
      out: number,
      colorspace: number,
      chroma: number,
      options: number,
      column: number,
      row: number,
    ): void;
    _heif_decode_image(
      status: number,
      handle: number,
      out: number,
      colorspace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly(image: number, channel: number, strideOut: number): number;
    _heif_image_release(image: number): void;
    _heif_image_handle_get_color_profile_type(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(status: number, handle: number, out: number): void;
    _heif_image_handle_get_nclx_color_profile(status: number, handle: number, out: number): void;
  }
  const libheif: LibHeif;
  export default libheif;
}
