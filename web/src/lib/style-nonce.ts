/**
 * The nonce by which the page's content security policy knows the `<style>` elements the app writes. Undefined where the
 * page came without one: in development and in specs. Browsers hide the attribute from scripts that read it as text.
 */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
