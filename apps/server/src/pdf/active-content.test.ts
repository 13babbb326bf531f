import { expect, test } from 'vitest'
import { activePdfs, pdfWithPicture, plainPdf } from '../../test/active-pdfs.ts'
import { encryptedPdf } from '../../test/hostile-pdfs.ts'
import { findRefusedContent } from './active-content.ts'
import { createPdfCheck } from './check-pdf.ts'

const requirePdf = createPdfCheck({ limit_ms: 120_000, idle_ms: 60_000 })
const check = (bytes: Uint8Array) => requirePdf(bytes, { user_id: 1, signal: new AbortController().signal })

test.each(Object.entries(activePdfs))(
  'refuses a PDF with %s with 422 and says what to do',
  async (_, make) => {
    await expect(check(await make())).rejects.toMatchObject({
      ...{ status: 422, code: 'document.active' },
      errors: { file: [expect.stringContaining('Imprímelo como PDF o tómale una foto')] },
    })
  },
)

test('accepts links to the web and to its own pages, a form without scripts, and a scan of 100 million pixels', async () => {
  await check(plainPdf())
  await check(pdfWithPicture(10_000, 10_000))
})

test('refuses a picture of more pixels than a browser should decode', async () => {
  await expect(check(pdfWithPicture(30_000, 30_000))).rejects.toMatchObject({ code: 'document.oversized' })
})

test('finds a script in a file that is encrypted but asks for no password', async () => {
  const pdf = await encryptedPdf({ ownerPassword: 'para cambiar' })
  expect(await findRefusedContent(pdf)).toBe(null)
  const active = pdf.toString('latin1').replace(/\/Type \/Catalog/, '/OpenAction << /S /Launch /F (a) >>\n$&')
  expect(await findRefusedContent(Buffer.from(active, 'latin1'))).toBe('active')
})
