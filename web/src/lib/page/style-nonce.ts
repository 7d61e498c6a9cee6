/**
 * Returns the nonce with which the page's content security policy allows the app's `<style>` elements. Undefined if the
 * page has none: in development and in specs. Browsers hide the attribute from scripts that read it as text.
 */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
