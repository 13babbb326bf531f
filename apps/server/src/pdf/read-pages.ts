import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Points from the edges of a page between which its text stands; outside are the head and the foot. */
const [ABOVE_FOOT, BELOW_HEAD] = [50, 720]

/** What stands in a PDF: its title, and the text of each page without head and foot, with single spaces. */
export interface ReadPdf {
  title: string
  pages: string[]
}

interface Item {
  str: string
  transform: number[]
}

function isBody({ transform }: Item): boolean {
  const y = transform[5] ?? 0
  return y > ABOVE_FOOT && y < BELOW_HEAD
}

/** Reads the text of a PDF that this program made. Throws if it is no PDF. */
export async function readPdfPages(pdf: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const file = await task.promise
  const { info } = await file.getMetadata()
  const pages: string[] = []
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent()
    const body = items.flatMap((item) => ('str' in item && isBody(item) ? [item.str.trim()] : []))
    pages.push(body.join(' ').replaceAll(/\s+/g, ' ').trim())
  }
  await task.destroy()
  return { title: 'Title' in info ? String(info.Title) : '', pages }
}
