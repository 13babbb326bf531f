/** Path and query of a link to this server. The host is dropped: behind a proxy it may differ from the page's host. */
export function ownAddress(link: string): string {
  const { pathname, search } = new URL(link, document.baseURI)
  return `${pathname}${search}`
}
