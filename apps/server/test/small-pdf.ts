/** Builds a PDF of these objects, one byte per character, numbered from 1; the first is the catalogue. */
export function pdfOf(objects: readonly string[]): Buffer {
  const head = '%PDF-1.7\n'
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  let start = head.length
  const rows = parts.map((part) => {
    const row = `${String(start).padStart(10, '0')} 00000 n \n`
    start += part.length
    return row
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from([head, ...parts, table, end].join(''), 'latin1')
}

export const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'

/** A node of the page tree. */
export const pagesNode = (kids: string, count = 1) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`

/** The smallest PDF that an upload accepts: one empty page, in ASCII only. */
export function smallPdf(): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>'
  return pdfOf([catalogue, pagesNode('3 0 R'), page])
}

/** A PDF of exactly `bytes` bytes. */
export function pdfOfSize(bytes: number): Buffer {
  const pdf = smallPdf()
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.byteLength, '\n')])
}
