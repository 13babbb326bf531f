/** Picture of a page: JPEG bytes, and its size in pixels. */
export interface PageImage {
  jpeg: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** Letter size in points; a picture that is wider than high gets a landscape page. */
const SHORT = 612
const LONG = 792
const MARGIN = 24

const round = (points: number) => Math.round(points * 100) / 100

/** Page size and drawing commands: the picture is centered and as large as the margins allow. */
function layout({ width, height }: PageImage) {
  const page = width > height ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG }
  const scale = Math.min((page.width - 2 * MARGIN) / width, (page.height - 2 * MARGIN) / height)
  const drawn = { width: width * scale, height: height * scale }
  const matrix = [
    ...[drawn.width, 0, 0, drawn.height],
    ...[(page.width - drawn.width) / 2, (page.height - drawn.height) / 2],
  ]
  return { page, contents: `q ${matrix.map(round).join(' ')} cm /Page Do Q` }
}

/** Collects the parts of the file and the byte offset of each object, for the cross-reference table. */
class Writer {
  readonly parts: Uint8Array<ArrayBuffer>[] = []
  readonly starts: number[] = []
  length = 0

  bytes(bytes: Uint8Array<ArrayBuffer>) {
    this.parts.push(bytes)
    this.length += bytes.byteLength
  }

  text(text: string) {
    this.bytes(new TextEncoder().encode(text))
  }

  object(head: string, stream?: Uint8Array<ArrayBuffer>) {
    this.starts.push(this.length)
    this.text(`${this.starts.length} 0 obj\n${head}\n`)
    if (stream !== undefined) {
      this.text('stream\n')
      this.bytes(stream)
      this.text('\nendstream\n')
    }
    this.text('endobj\n')
  }

  end() {
    const start = this.length
    const count = this.starts.length + 1
    const rows = this.starts.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    this.text(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`)
    this.text(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  }
}

function writePage(writer: Writer, image: PageImage) {
  const first = writer.starts.length + 1
  const { page, contents } = layout(image)
  const { jpeg, width, height } = image
  writer.object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${first + 1} 0 R /Resources << /XObject << /Page ${first + 2} 0 R >> >> >>`,
  )
  const drawing = new TextEncoder().encode(contents)
  writer.object(`<< /Length ${drawing.byteLength} >>`, drawing)
  writer.object(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.byteLength} >>`,
    jpeg,
  )
}

/** PDF 1.4 of letter pages with one picture each, in order. The JPEG bytes are embedded unchanged. */
export function pdfOfImages(images: readonly PageImage[]): Blob {
  const writer = new Writer()
  writer.text('%PDF-1.4\n%')
  writer.bytes(new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
  const pages = images.map((_, index) => `${3 + index * 3} 0 R`).join(' ')
  writer.object('<< /Type /Catalog /Pages 2 0 R /Lang (es-MX) >>')
  writer.object(`<< /Type /Pages /Kids [${pages}] /Count ${images.length} >>`)
  for (const image of images) writePage(writer, image)
  writer.end()
  return new Blob(writer.parts, { type: 'application/pdf' })
}
