import { expect, it } from 'vitest'
import { DOCUMENT_KINDS, documentKind, documentLabel, hasAllDocuments } from './rules.ts'
import { documentReviewBody, documentUpload } from './schema.ts'

it.each([
  ['INE', 'INE'],
  ['ine.pdf', 'INE'],
  ['Comprobante de domicilio.PDF', 'COMPROBANTE_DE_DOMICILIO'],
  ['Carátula de cuenta bancaria', 'CARATULA_DE_CUENTA_BANCARIA'],
  ['CARÁTULA_DE_CUENTA_BANCARIA.pdf', 'CARATULA_DE_CUENTA_BANCARIA'],
  ['caratula-de-cuenta-bancaria', 'CARATULA_DE_CUENTA_BANCARIA'],
  ['curp.docx', null],
  ['acta', null],
  ['', null],
])('maps the file name %s to the kind %s', (filename, kind) => {
  expect(documentKind(filename)).toBe(kind)
  const parsed = documentUpload.safeParse({ filename, user: '7' })
  expect(parsed.success ? parsed.data : null).toEqual(kind === null ? null : { filename: kind, user: 7 })
})

it('maps the label of each kind to that kind', () => {
  for (const kind of DOCUMENT_KINDS) expect(documentKind(documentLabel(kind))).toBe(kind)
})

it('documents are complete with all five kinds and none refused [E9.13]', () => {
  const all = DOCUMENT_KINDS.map((kind) => ({ kind, review: 'pending' }))
  expect(hasAllDocuments(all)).toBe(true)
  expect(hasAllDocuments(all.slice(1))).toBe(false)
  expect(hasAllDocuments([...all.slice(1), { kind: 'INE', review: 'refused' }])).toBe(false)
})

it('rejects a refusal without a reason', () => {
  expect(documentReviewBody.safeParse({ review: 'refused' }).error?.issues[0]).toMatchObject({
    path: ['reason'],
    message: 'Escribe el motivo del rechazo',
  })
  expect(documentReviewBody.safeParse({ review: 'accepted' }).success).toBe(true)
})
