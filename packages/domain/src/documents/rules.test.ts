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
])('the file name %s is %s', (filename, kind) => {
  expect(documentKind(filename)).toBe(kind)
  const parsed = documentUpload.safeParse({ filename, user: '7' })
  expect(parsed.success ? parsed.data : null).toEqual(kind === null ? null : { filename: kind, user: 7 })
})

it('the label of each kind stands for it', () => {
  for (const kind of DOCUMENT_KINDS) expect(documentKind(documentLabel(kind))).toBe(kind)
})

it('all five kinds, none refused, are complete [E9.13]', () => {
  const all = DOCUMENT_KINDS.map((kind) => ({ kind, review: 'pending' }))
  expect(hasAllDocuments(all)).toBe(true)
  expect(hasAllDocuments(all.slice(1))).toBe(false)
  expect(hasAllDocuments([...all.slice(1), { kind: 'INE', review: 'refused' }])).toBe(false)
})

it('a refusal needs its reason', () => {
  expect(documentReviewBody.safeParse({ review: 'refused' }).error?.issues[0]).toMatchObject({
    path: ['reason'],
    message: 'Escribe el motivo del rechazo',
  })
  expect(documentReviewBody.safeParse({ review: 'accepted' }).success).toBe(true)
})
