import { expect, test } from 'vitest'
import { encryptedPdf, hostilePdfs } from '../../../test/hostile-pdfs.ts'
import { pdfOfSize, smallPdf } from '../../../test/small-pdf.ts'
import { samplePdf } from '../../demo/sample-pdf.ts'
import { assertReadablePdf } from './check-pdf.ts'

let last_user_id = 0
function check(bytes: Uint8Array) {
  last_user_id += 1
  return assertReadablePdf(bytes, { user_id: last_user_id, left: new AbortController().signal })
}

test.each(Object.entries(hostilePdfs))(
  'refuses a file with %s with 422 and takes the next file',
  async (_, make) => {
    const bytes = make()
    const began_ms = performance.now()
    await expect(check(bytes)).rejects.toMatchObject({
      ...{ status: 422, code: 'document.unreadable' },
      errors: {
        file: ['No pudimos abrir el archivo. Revisa que sea un PDF completo, con al menos una página.'],
      },
    })
    expect(performance.now() - began_ms).toBeLessThan(20_000)
    await check(smallPdf())
  },
)

test('takes a PDF of 10 MB, one of the demo, and a damaged one that readers repair', async () => {
  const small = smallPdf()
  await check(pdfOfSize(10 * 1024 * 1024))
  await check(await samplePdf('INE'))
  await check(small.subarray(0, small.lastIndexOf('startxref')))
})

test('takes an encrypted PDF that opens without a password, and refuses one that asks for it', async () => {
  await check(await encryptedPdf({ ownerPassword: 'para cambiar' }))
  const locked = await encryptedPdf({ userPassword: 'para abrir', ownerPassword: 'para cambiar' })
  expect(locked.includes('/Encrypt')).toBe(true)
  await expect(check(locked)).rejects.toMatchObject({
    ...{ status: 422, code: 'document.locked' },
    errors: { file: ['El PDF está protegido con contraseña. Quítasela y vuelve a subirlo.'] },
  })
})
