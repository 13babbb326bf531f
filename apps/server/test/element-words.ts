import type { ReactElement, ReactNode } from 'react'
import { BrandHead } from '../src/pdf/brand.ts'

function textsOf(node: ReactNode): string[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)]
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (node === null || typeof node !== 'object' || !('props' in node)) return []
  const { type, props } = node as ReactElement<{ children?: ReactNode }>
  return textsOf(type === BrandHead ? BrandHead() : props.children)
}

/** The words of a document in the order of its elements, with single spaces. Page numbers are not among them. */
export const elementWords = (element: ReactElement): string =>
  textsOf(element)
    .join(' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
