import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cadena, stpText } from './cadena.ts'
import { recordedRequests } from './fixtures/recorded-requests.ts'
import { createSigner, createVerifier } from './signature.ts'

const recordedKey = readFileSync(join(import.meta.dirname, 'fixtures/stpmex-test-key.pem'), 'utf8')

describe('recorded requests', () => {
  it.each(recordedRequests)('builds the cadena of $name', ({ kind, body, cadena: expected }) => {
    expect(cadena(kind, body)).toBe(expected)
  })

  it.each(recordedRequests)('verifies the firma of $name', ({ kind, body, firma }) => {
    const verify = createVerifier(recordedKey)
    expect(verify(cadena(kind, body), firma)).toBe(true)
    expect(verify(cadena(kind, { ...body, empresa: 'TAMIZ1' }), firma)).toBe(false)
  })
})

describe('cadena', () => {
  const values = (text: string) => text.slice(2, -2).split('|')

  it('has 34 values, or 37 for an indirect participant', () => {
    expect(values(cadena('order', { tipoPago: 1 }))).toHaveLength(34)
    const indirect = values(cadena('order', { tipoPago: 30, nombreParticipanteIndirecto: 'PARTICIPANTE' }))
    expect(indirect).toHaveLength(37)
    expect(indirect[34]).toBe('PARTICIPANTE')
  })

  it.each([
    [1, '1.00'],
    ['1.2', '1.20'],
    [916.8, '916.80'],
    [0.1 + 0.2, '0.30'],
    [999_999_999_999.99, '999999999999.99'],
  ])('writes the amount %s as %s', (monto, written) => {
    expect(values(cadena('order', { monto }))[6]).toBe(written)
  })
})

describe('stpText', () => {
  it.each([
    ['Envío de crédito', 40, 'Envio de credito'],
    ['Muñoz  Güemes|José\t¿?', 40, 'Munoz Guemes Jose ?'],
    ['ABCDE FGHIJ', 6, 'ABCDE'],
    ['李 — Ana', 40, 'Ana'],
  ])('converts %s', (text, limit, expected) => {
    expect(stpText(text, limit)).toBe(expected)
  })
})

describe('createSigner', () => {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'una frase' },
  })

  it('signs with an encrypted key and gives the same firma each time', () => {
    const sign = createSigner({ private_key: pair.privateKey, passphrase: 'una frase' })
    const firma = sign('||ñ||')
    expect(createVerifier(pair.publicKey)('||ñ||', firma)).toBe(true)
    expect(createVerifier(pair.publicKey)('||n||', firma)).toBe(false)
    expect(sign('||ñ||')).toBe(firma)
  })

  it('throws at once on a wrong passphrase', () => {
    expect(() => createSigner({ private_key: pair.privateKey, passphrase: 'otra' })).toThrow(/./)
  })

  it('verifies text that is no firma as false', () => {
    expect(createVerifier(pair.publicKey)('||n||', 'no es base64 ♥')).toBe(false)
  })
})
