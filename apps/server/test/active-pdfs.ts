import { PDFDocument } from '@cantoo/pdf-lib'
import { pagesNode, pdfOf } from './small-pdf.ts'

const page = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> ${more} >>`
const withCatalogue = (more: string, ...objects: string[]) =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R ${more} >>`, pagesNode('3 0 R'), page(''), ...objects])
const withPage = (more: string, ...objects: string[]) =>
  pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', pagesNode('3 0 R'), page(more), ...objects])
const annotation = (more: string) => `/Annots [<< /Type /Annot /Rect [0 0 9 9] ${more} >>]`

async function compressed(build: (document: PDFDocument) => void | Promise<void>): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  await build(document)
  return Buffer.from(await document.save({ useObjectStreams: true }))
}

/** Adds an object with the number of another one; the table of objects still points at the first. */
function withSecondDefinition(pdf: Buffer, number: number, object: string): Buffer {
  const [text, second] = [pdf.toString('latin1'), `${number} 0 obj\n${object}\nendobj\n`]
  const at = text.lastIndexOf('\nxref') + 1
  const end = text.slice(at).replace(/(startxref\n)\d+/, `$1${at + second.length}`)
  return Buffer.from(text.slice(0, at) + second + end, 'latin1')
}

/** A link whose annotation is object 4; a second, harmless object 4 follows it. */
const withHiddenLink = (more: string) =>
  withSecondDefinition(
    withPage('/Annots [4 0 R]', `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${more} >>`),
    4,
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>',
  )

/** A link whose annotation is only in the body of this object, where the table of objects points. */
function withLinkInside(object: (annotation: string) => string): Buffer {
  const link = '4 0 obj << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (a) >> >> endobj '
  const text = withPage('/Annots [4 0 R]', 'null', object(link)).toString('latin1')
  const rows = text.slice(text.lastIndexOf('xref\n0')).split('\n')
  const row = `${String(text.indexOf(link)).padStart(10, '0')} 00000 n `
  return Buffer.from(text.replace(rows[6] ?? '', row), 'latin1')
}

/** A stream of compressed objects that holds a link that starts a program, as object 4, with this dictionary. */
function withObjectStream(dictionary: string): Buffer {
  const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (calc.exe) >> >>'
  const inside = `4 0 ${link}`
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    pagesNode('3 0 R'),
    page('/Annots [4 0 R]'),
    undefined,
    `<< ${dictionary} /N 1 /First 4 /Length ${inside.length} >>\nstream\n${inside}\nendstream`,
  ]
  const rows = [[0, 0, 0, 255]]
  let text = '%PDF-1.7\n'
  for (const [index, part] of parts.entries()) {
    rows.push(part === undefined ? [2, 0, 5, 0] : [1, text.length >> 8, text.length & 255, 0])
    if (part !== undefined) text += `${index + 1} 0 obj\n${part}\nendobj\n`
  }
  rows.push([1, text.length >> 8, text.length & 255, 0])
  const table = Buffer.from(rows.flat()).toString('hex')
  return Buffer.from(
    `${text}6 0 obj\n<< /Type /XRef /W [1 2 1] /Size 7 /Root 1 0 R /Filter /ASCIIHexDecode /Length ${table.length + 1} >>\nstream\n${table}>\nendstream\nendobj\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}

const link = (action: string) => annotation(`/Subtype /Link /A << ${action} >>`)
const form = (more: string) =>
  withPage(
    '/Resources << /XObject << /X 4 0 R >> >>',
    `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] ${more} /Length 0 >>\nstream\n\nendstream`,
  )

/** PDFs with content that acts: each opens in a reader, and each must be refused. */
export const activePdfs: Record<string, () => Buffer | Promise<Buffer>> = {
  'a script that runs when it opens': () =>
    withCatalogue('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
  'a script in a stream': () =>
    withCatalogue('/OpenAction << /S /JavaScript /JS 4 0 R >>', '<< /Length 2 >>\nstream\n1;\nendstream'),
  'a script among the names': () =>
    withCatalogue('/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>'),
  'a script whose name is written in hexadecimal': () =>
    withCatalogue('/OpenAction << /S /Java#53cript /J#53 (1) >>'),
  'a script of a page that closes': () => withPage('/AA << /C << /S /JavaScript /JS (1) >> >>'),
  'a program to start': () => withPage(annotation('/Subtype /Link /A << /S /Launch /F (calc.exe) >>')),
  'a link to another file': () =>
    withPage(annotation('/Subtype /Link /A << /S /GoToR /F (//host/share/a.pdf) /D [0 /Fit] >>')),
  'a form that is sent': () =>
    withPage(annotation('/Subtype /Widget /FT /Btn /T (a) /A << /S /SubmitForm /F (https://example.com) >>')),
  'an attached file': () =>
    withCatalogue(
      '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
      '<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>',
      '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
    ),
  'a file attached to the page': () =>
    withPage(annotation('/Subtype /FileAttachment /FS << /Type /Filespec /F (a.exe) >>')),
  'a form that is a program': () => withCatalogue('/AcroForm << /Fields [] /XFA (<xdp/>) >>'),
  'a film': () => withPage(annotation('/Subtype /RichMedia')),
  'a program to start whose action is named elsewhere': () =>
    withPage(link('/S 4 0 R /F (calc.exe)'), '/Launch'),
  'a sent form whose action is named elsewhere': () =>
    withPage(link('/S 4 0 R /F (https://example.com)'), '/SubmitForm'),
  'a link to another file whose action is named elsewhere': () =>
    withPage(link('/S 4 0 R /F (\\\\\\\\evil\\\\share)'), '/GoToR'),
  'a film whose kind is named elsewhere': () => withPage(annotation('/Subtype 4 0 R'), '/Movie'),
  'a program to start in the first of two objects with one number': () =>
    withHiddenLink('/A << /S /Launch /F (calc.exe) >>'),
  'a script in the first of two objects with one number': () =>
    withHiddenLink('/A << /S /JavaScript /JS (1) >>'),
  'a script of a page in the first of two objects with one number': () =>
    withSecondDefinition(withPage('/AA << /O << /S /JavaScript /JS (1) >> >>'), 3, page('')),
  'a file in the first of two objects with one number': () =>
    withSecondDefinition(
      withPage('/Annots [4 0 R]', '<< /Type /Annot /Subtype /FileAttachment /FS << /F (a.exe) >> >>'),
      4,
      'null',
    ),
  'a form that is a program in the first of two objects with one number': () =>
    withSecondDefinition(
      withCatalogue('/AcroForm 4 0 R', '<< /Fields [] /XFA (<xdp/>) >>'),
      4,
      '<< /Fields [] >>',
    ),
  'a program that starts when it opens in the first of two objects with one number': () =>
    withSecondDefinition(
      withCatalogue('/OpenAction 4 0 R', '<< /S /Launch /F (calc.exe) >>'),
      4,
      '<< /S /GoTo /D [3 0 R /Fit] >>',
    ),
  'a program to start in the body of a stream': () =>
    withLinkInside((body) => `<< /Length ${body.length} >>\nstream\n${body}\nendstream`),
  'a program to start in a string': () => withLinkInside((body) => `(${body})`),
  'a program to start in a comment': () => withLinkInside((body) => `null % ${body}`),
  'a program to start in a damaged object': () =>
    withPage('/Annots [4 0 R]', '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (a) >> /X } >>'),
  'a program that starts when it opens, named in the trailer': () =>
    Buffer.from(
      plainPdf()
        .toString('latin1')
        .replace(
          '/Root 1 0 R',
          '/Root << /Type /Catalog /Pages 2 0 R /OpenAction << /S /Launch /F (a) >> >>',
        ),
    ),
  'an article of another file': () => withPage(link('/S /Thread /F (a.pdf) /D 0')),
  'an article of another file when it opens': () =>
    withCatalogue('/OpenAction << /S /Thread /F (a.pdf) /D 0 >>'),
  'an action that plays a film': () => withPage(link('/S /Movie /T (a)')),
  'a film that plays when it opens': () => withCatalogue('/OpenAction << /S /Movie /T (a) >>'),
  'a sound in another file': () =>
    withPage(
      link('/S /Sound /Sound 4 0 R'),
      '<< /Type /Sound /R 8000 /F (//host/a.wav) /Length 0 >>\nstream\n\nendstream',
    ),
  'a page of another file': () => form('/Ref << /F (//host/a.pdf) /Page 0 >>'),
  'the data of another file': () => form('/F (//host/a)'),
  'the data of another file, named elsewhere': () =>
    withPage(
      '',
      '<< /Type /XObject /Subtype /Form /F 5 0 R /Length 0 >>\nstream\n\nendstream',
      '<< /Type /Filespec /F (//host/a) >>',
    ),
  'a page of the web that opens by itself': () =>
    withCatalogue('/OpenAction << /S /URI /URI (https://example.com) >>'),
  'a page of the web that opens after a jump to a page': () =>
    withCatalogue(
      '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [4 0 R] >>',
      '<< /S /URI /URI (https://example.com) >>',
    ),
  'a page of the web that opens with a page': () =>
    withPage('/AA << /O << /S /URI /URI (https://example.com) >> >>'),
  'a link to a file of the computer': () => withPage(link('/S /URI /URI (file:///etc/passwd)')),
  'a link that is a script': () => withPage(link('/S /URI /URI (java\\163cript:alert\\(1\\))')),
  'a link to a shared folder': () => withPage(link('/S /URI /URI (\\\\\\\\host\\\\share)')),
  'a link to a shared folder whose address is named elsewhere': () =>
    withPage(link('/S /URI /URI 4 0 R'), '(//host/share)'),
  'a script in compressed objects': () =>
    compressed((document) => document.addJavaScript('a', 'app.alert(1)')),
  'an attached file in compressed objects': () =>
    compressed((document) => document.attach(Buffer.from('MZ'), 'a.exe', { mimeType: 'application/exe' })),
}

/** PDFs whose compressed objects a reader finds and pdf-lib does not. */
export const packedPdfs: Record<string, () => Buffer> = {
  'a stream of objects without its type': () => withObjectStream(''),
  'a stream of objects of another type': () => withObjectStream('/Type /XObject'),
  'a stream of objects whose type is named elsewhere': () => withObjectStream('/Type 9 0 R'),
  'a stream of objects behind a predictor': () =>
    withObjectStream('/Type /ObjStm /DecodeParms << /Predictor 1 >>'),
}

/** Ways in which the annotation of a link with this action can be hidden from a library that reads a file in order. */
export const hiddenLinks: Record<string, (action: string) => Buffer> = {
  directly: (action) => withPage(link(action)),
  'in the first of two objects with one number': (action) => withHiddenLink(`/A << ${action} >>`),
  'in the first of two actions with one number': (action) =>
    withSecondDefinition(
      withPage(annotation('/Subtype /Link /A 4 0 R'), `<< ${action} >>`),
      4,
      '<< /S /GoTo /D [3 0 R /Fit] >>',
    ),
  'in an action that follows another': (action) =>
    withPage(link(`/S /GoTo /D [3 0 R /Fit] /Next << ${action} >>`)),
  'in a string': (action) => withPage('', `(4 0 obj << /A << ${action} >> >> endobj)`),
}

/** The same link in a stream of objects that pdf-lib unpacks. */
export const linkInObjectStream = () => withObjectStream('/Type /ObjStm')

const picture = (more: string, data = '0') =>
  `<< /Type /XObject /Subtype /Image ${more} /ColorSpace /DeviceGray /BitsPerComponent 1 /Length ${data.length} >>\nstream\n${data}\nendstream`
const withPicture = (object: string, ...objects: string[]) =>
  withPage('/Resources << /XObject << /X 4 0 R >> >>', object, ...objects)
const uint32 = (...values: number[]) =>
  values.map((value) => String.fromCharCode(0, 0, value >> 8, value & 255)).join('')
const jpxHeader = (width: number, height: number) =>
  `\xff\x4f\xff\x51\x00\x29\x00\x00${uint32(width, height, 0, 0, width, height, 0, 0)}\x00\x01\x07\x01\x01`
const jpegHeader = (width: number, height: number) =>
  `\xff\xd8\xff\xc0\x00\x0b\x08${uint32(height).slice(2)}${uint32(width).slice(2)}\x01\x01\x11\x00\xff\xd9`
const inline = (width: number, height: number) =>
  `q BI /W ${width} /H ${height} /BPC 1 /CS /G /F /AHx ID 00> EI Q`
const contentOf = (content: string, filter = '') =>
  withPage('/Contents 4 0 R', `<< ${filter} /Length ${content.length} >>\nstream\n${content}\nendstream`)
const hex = (text: string) => `${Buffer.from(text, 'latin1').toString('hex')}>`

/** A PDF whose picture has these pixels in a few bytes. */
export const pdfWithPicture = (width: number, height: number) =>
  withPicture(picture(`/Width ${width} /Height ${height}`))

/** Ways in which a PDF states the pixels of a picture. */
export const picturePdfs: Record<string, (width: number, height: number) => Buffer> = {
  'with its size in other objects': (width, height) =>
    withPicture(picture('/Width 5 0 R /Height 6 0 R'), String(width), String(height)),
  'with the first of two sizes': (width, height) =>
    withSecondDefinition(
      withPicture(picture('/Width 5 0 R /Height 6 0 R'), String(width), String(height)),
      5,
      '1',
    ),
  'with short keys': (width, height) => withPicture(picture(`/W ${width} /H ${height}`)),
  'inside the content of a page': (width, height) => contentOf(inline(width, height)),
  'inside the encoded content of a page': (width, height) =>
    contentOf(hex(inline(width, height)), '/Filter /ASCIIHexDecode'),
  'in the format JPEG 2000': (width, height) =>
    withPicture(picture('/Filter /JPXDecode', jpxHeader(width, height))),
  'in an encoded JPEG that is stated smaller': (width, height) =>
    withPicture(
      picture('/Width 1 /Height 1 /Filter [/ASCIIHexDecode /DCTDecode]', hex(jpegHeader(width, height))),
    ),
}

/** A PDF with links to the web and to its own page, and a form without scripts: all harmless. */
export const plainPdf = () =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] /AcroForm << /Fields [] >> >>',
    pagesNode('3 0 R'),
    page(
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >> << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:a@example.com) >> >> << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>]',
    ),
  ])
