/**
 * A page whose links lead nowhere and look as they did: the frame that shows it would follow them itself, which the
 * content security policy rejects.
 */
export function withoutLinks(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const link of page.querySelectorAll("a[href]")) {
    link.removeAttribute("href");
    if (!link.hasAttribute("class")) link.setAttribute("style", "text-decoration: underline");
  }
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
