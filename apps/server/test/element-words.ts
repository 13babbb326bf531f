import type { ReactElement, ReactNode } from 'react'

function textsOf(node: ReactNode): string[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)]
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (node === null || typeof node !== 'object' || !('props' in node)) return []
  const { props } = node as ReactElement<{ children?: ReactNode }>
  return textsOf(props.children)
}

/** The words of a document in the order of its elements, with single spaces. Page numbers are not among them. */
export const elementWords = (element: ReactElement): string =>
  textsOf(element)
    .join(' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
