import { constants, deflateRawSync } from 'node:zlib'
import { Document, Page, renderToBuffer } from '@react-pdf/renderer'
import { createElement } from 'react'
import { catalogue, pagesNode, pdfOf } from './small-pdf.ts'

const MB = 1024 * 1024

/** A deflated stream of zeros that inflates about 1,000 times. Its checksum is wrong; PDF readers ignore that. */
function zeros(inflated_mb: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH })
  const [head, end] = [Buffer.from([0x78, 0x9c]), Buffer.from([0x03, 0, 0, 0, 0, 0])]
  return Buffer.concat([head, ...Array.from({ length: inflated_mb }, () => part), end])
}

/** A PDF whose cross-reference stream inflates to 8 GB. */
function tableBomb(): Buffer {
  const stream = zeros(8000)
  const head = `1 0 obj\n<< /Type /XRef /W [1 2 1] /Size 400000000 /Root 2 0 R /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`
  const end = '\nendstream\nendobj\nstartxref\n9\n%%EOF'
  return Buffer.concat([Buffer.from(`%PDF-1.7\n${head}`), stream, Buffer.from(end)])
}

/** A PDF whose catalogue is in an object stream that inflates to 8 GB. */
function objectStreamBomb(): Buffer {
  const stream = zeros(8000)
  const head = `1 0 obj\n<< /Type /ObjStm /N 3 /First 20 /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`
  const body = Buffer.concat([Buffer.from(`%PDF-1.7\n${head}`), stream, Buffer.from('\nendstream\nendobj\n')])
  const at = Buffer.alloc(4)
  at.writeUInt32BE(body.length)
  const free = [0, 0, 0, 0, 0, 0]
  const rows = Buffer.from([...free, 1, 0, 0, 0, 9, 0, 2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1, 1, 1, ...at, 0])
  const table = `4 0 obj\n<< /Type /XRef /W [1 4 1] /Size 5 /Root 2 0 R /Length ${rows.length} >>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF`
  return Buffer.concat([body, Buffer.from(table), rows, Buffer.from(end)])
}

/** A PDF whose page has content that inflates to 8 GB. */
function contentBomb(): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>'
  const stream = zeros(8000).toString('latin1')
  const content = `<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream}\nendstream`
  return pdfOf([catalogue, pagesNode('3 0 R'), page, content])
}

/** Files that begin like a PDF but have no page to show; most make a reader use much memory or time. */
export const hostilePdfs: Record<string, () => Buffer> = {
  'five bytes': () => Buffer.from('%PDF-'),
  'a web page inside': () => Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>'),
  'no pages': () => pdfOf([catalogue, pagesNode('', 0)]),
  'a false count of pages': () => pdfOf([catalogue, pagesNode('', 5)]),
  'a page that is not there': () => pdfOf([catalogue, pagesNode('9 0 R')]),
  'a page tree that is its own child': () => pdfOf([catalogue, pagesNode('2 0 R')]),
  'a page tree in a circle': () => pdfOf([catalogue, pagesNode('3 0 R'), pagesNode('2 0 R 3 0 R')]),
  'a page tree 100,000 levels deep': () =>
    pdfOf([catalogue, ...Array.from({ length: 100_000 }, (_, index) => pagesNode(`${index + 3} 0 R`))]),
  'a page tree with 1.5 million empty branches': () =>
    pdfOf([catalogue, pagesNode('3 0 R '.repeat(1_500_000)), pagesNode('', 0)]),
  '5 million nested arrays': () => pdfOf([catalogue, pagesNode('3 0 R'), '['.repeat(5_000_000)]),
  '2 million nested dictionaries': () =>
    pdfOf([`<< /Type /Catalog /Pages 2 0 R /X ${'<</A '.repeat(2_000_000)}`, pagesNode('3 0 R')]),
  'a length that refers to itself': () => pdfOf([catalogue, '<< /Length 2 0 R >>\nstream\nx\nendstream']),
  'a million heads of objects': () => Buffer.from(`%PDF-1.7\n${'1 0 obj '.repeat(1_200_000)}`),
  'a table of objects that inflates to 8 GB': tableBomb,
  'objects that inflate to 8 GB': objectStreamBomb,
  'content of a page that inflates to 8 GB': contentBomb,
}

/** A PDF that needs a password to open it (`userPassword`) or to change it (`ownerPassword` only). */
export function encryptedPdf(passwords: { userPassword?: string; ownerPassword: string }): Promise<Buffer> {
  return renderToBuffer(createElement(Document, passwords, createElement(Page)))
}
