import { expect, test } from 'vitest'
import {
  activePdfs,
  hiddenLinks,
  linkInObjectStream,
  packedPdfs,
  pdfWithPicture,
  picturePdfs,
  plainPdf,
} from '../../test/active-pdfs.ts'
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

const linkActions = [
  ...['/S /Launch /F (a)', '/S /GoToR /F (a)', '/S /Thread /F (a)', '/S /SubmitForm /F (a)'],
  ...['/S /Java#53cript /JS (1)', '/S /URI /URI (file:///a)', '/S /URI /URI <2F2F612F62>'],
]
test.each(Object.entries(hiddenLinks))('refuses each active link that is %s', async (_, make) => {
  for (const action of linkActions) expect(await findRefusedContent(make(action)), action).toBe('active')
  expect(await findRefusedContent(make('/S /URI /URI (https://example.com)'))).toBe(null)
})

test.each(Object.entries(packedPdfs))(
  'refuses %s, which pdf-lib does not unpack, with 422',
  async (_, make) => {
    await expect(check(make())).rejects.toMatchObject({ status: 422, code: 'document.unreadable' })
  },
)

test('refuses a program to start in a stream of objects that pdf-lib unpacks', async () => {
  await expect(check(linkInObjectStream())).rejects.toMatchObject({ code: 'document.active' })
})

test.each(Object.entries(picturePdfs))(
  'accepts a picture of 100 million pixels %s, and refuses a larger one with 422',
  async (_, make) => {
    await check(make(10_000, 10_000))
    await expect(check(make(30_000, 30_000))).rejects.toMatchObject({
      ...{ status: 422, code: 'document.oversized' },
    })
  },
)

test('refuses a picture of more pixels than a browser should decode', async () => {
  await expect(check(pdfWithPicture(30_000, 30_000))).rejects.toMatchObject({ code: 'document.oversized' })
})

test('finds a script in a file that is encrypted but asks for no password', async () => {
  const pdf = await encryptedPdf({ ownerPassword: 'para cambiar' })
  expect(await findRefusedContent(pdf)).toBe(null)
  const active = pdf.toString('latin1').replace(/\/Type \/Catalog/, '/OpenAction << /S /Launch /F (a) >>\n$&')
  expect(await findRefusedContent(Buffer.from(active, 'latin1'))).toBe('active')
})
