/** A link that the server made to itself, at the address this page came from: a proxy may know it by another name. */
export function ownAddress(link: string): string {
  const { pathname, search } = new URL(link, document.baseURI)
  return `${pathname}${search}`
}
