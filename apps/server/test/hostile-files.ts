import { crc32, deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'

interface Part {
  name: string
  text: string | Buffer
  /** Uncompressed size that the headers declare; default: the real one. */
  declared_bytes?: number
  is_encrypted?: boolean
}

/** Builds a zip whose headers may contradict its contents. */
export function zipOf(parts: Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, declared_bytes, is_encrypted } of parts) {
    const plain = typeof text === 'string' ? Buffer.from(text) : text
    const packed = deflateRawSync(plain, { level: 1 })
    const title = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(is_encrypted === true ? 1 : 0, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(plain), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(declared_bytes ?? plain.length, 18)
    head.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, title, packed])
    const made_by = Buffer.from([20, 0])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), made_by, head, rest, title]))
    bodies.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

const relations =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'

/** Builds an .xlsx with one sheet of these XML rows, and the `others` parts. */
export function workbookOf(sheet_rows: string | Buffer, others: Part[] = []): Buffer {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const sheet_head = `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>`
  return zipOf([
    {
      name: '[Content_Types].xml',
      text: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      text: `${relations}<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${relations}<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      text: Buffer.concat([
        Buffer.from(sheet_head),
        Buffer.from(sheet_rows),
        Buffer.from('</sheetData></worksheet>'),
      ]),
    },
    ...others,
  ])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A sheet row in XML. A cell that begins with `=` is a formula, with its cached value after `|`: «=1+1|2». */
export function rowXml(number: number, cells: (string | number)[]): string {
  const inside = cells.map((cell, index) => {
    const place = `r="${utils.encode_cell({ r: number - 1, c: index })}"`
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
    const [, formula, value] = /^=(.*)\|(.*)$/.exec(cell) ?? []
    if (formula !== undefined)
      return `<c ${place} t="str"><f>${escaped(formula)}</f><v>${escaped(value ?? '')}</v></c>`
    return `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  })
  return `<row r="${number}">${inside.join('')}</row>`
}

/** Builds an .xls with an additional stream, as macros or encryption add one. */
export function oldBookWith(stream: string): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Clave']]), 'Hoja1')
  const bytes = Buffer.from(write(book, { type: 'array', bookType: 'biff8' }))
  const workbook = bytes.indexOf(Buffer.from('Workbook\0', 'utf16le'))
  // The last entry of the directory sector is free; the stream's name goes there.
  const entry = Buffer.from(`${stream}\0`, 'utf16le')
  entry.copy(bytes, workbook + 3 * 128)
  return bytes
}
