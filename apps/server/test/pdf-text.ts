import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Extracts the text of the last `pages` pages of a PDF, joined by spaces. */
export async function lastPagesText(pdf: Uint8Array, pages: number): Promise<string> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const numbers = Array.from({ length: pages }, (_, index) => file.numPages - pages + 1 + index)
  const texts = numbers.map(async (number) => {
    const { items } = await (await file.getPage(number)).getTextContent()
    return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : []))
  })
  return (await Promise.all(texts)).flat().join(' ')
}
