import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Extracts the text of a PDF, or of its last `pages` pages, joined by spaces. */
export async function pdfText(pdf: Uint8Array, last?: { pages: number }): Promise<string> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = last?.pages ?? file.numPages
  const numbers = Array.from({ length: pages }, (_, index) => file.numPages - pages + 1 + index)
  const texts = numbers.map(async (number) => {
    const { items } = await (await file.getPage(number)).getTextContent()
    return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : []))
  })
  return (await Promise.all(texts)).flat().join(' ')
}
