import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveFile, shareFile } from './save-file.ts'

const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' })
let saved: string[] = []

beforeEach(() => {
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.target}`)
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['standalone', 'canShare', 'share']) Reflect.deleteProperty(navigator, name)
})

const onHomeScreen = (share: (data: { files: File[] }) => Promise<void>) =>
  Object.assign(navigator, { standalone: true, canShare: () => true, share })

test('saves under the given name without opening a window', () => {
  saveFile(pdf, 'Contrato_Credito_C-000001.pdf')
  expect(saved).toEqual(['Contrato_Credito_C-000001.pdf '])
})

test('shares the file in an app on an iPhone’s home screen', () => {
  const shared: string[] = []
  onHomeScreen(async ({ files }) => void shared.push(...files.map(({ name }) => name)))
  saveFile(pdf, 'contrato.pdf')
  expect([shared, saved]).toEqual([['contrato.pdf'], []])
})

test.each([
  ['AbortError', []],
  ['NotAllowedError', ['contrato.pdf ']],
])('a share that fails with %s saves %j', async (name, expected) => {
  const share = vi.fn(() => Promise.reject(new DOMException('no', name)))
  onHomeScreen(share)
  saveFile(pdf, 'contrato.pdf')
  await vi.waitFor(() => expect(share).toHaveBeenCalled(), 10_000)
  await Promise.resolve()
  expect(saved).toEqual(expected)
})

test('shares a receipt on any device that can, and saves it on others', async () => {
  const shared: string[] = []
  await shareFile(pdf, 'comprobante-R-000001.pdf')
  expect(saved).toEqual(['comprobante-R-000001.pdf '])
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: { files: File[] }) => void shared.push(...files.map(({ name }) => name)),
  })
  await shareFile(pdf, 'comprobante-R-000002.pdf')
  expect([shared, saved.length]).toEqual([['comprobante-R-000002.pdf'], 1])
})
