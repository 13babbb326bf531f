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
  'a script in compressed objects': () =>
    compressed((document) => document.addJavaScript('a', 'app.alert(1)')),
  'an attached file in compressed objects': () =>
    compressed((document) => document.attach(Buffer.from('MZ'), 'a.exe', { mimeType: 'application/exe' })),
}

/** A PDF whose picture has these pixels in a few bytes. */
export const pdfWithPicture = (width: number, height: number) =>
  withPage(
    '/Contents 5 0 R',
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Length 1 >>\nstream\n0\nendstream`,
    '<< /Length 0 >>\nstream\n\nendstream',
  )

/** A PDF with links to the web and to its own page, and a form without scripts: all harmless. */
export const plainPdf = () =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] /AcroForm << /Fields [] >> >>',
    pagesNode('3 0 R'),
    page(
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >> << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>]',
    ),
  ])
