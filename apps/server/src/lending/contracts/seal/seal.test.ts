import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import forge from 'node-forge'
import { beforeAll, describe, expect, test } from 'vitest'
import { type KeyStore, makeP12, openP12, type P12 } from '../../../crypto/p12.ts'
import { sealPdf } from './seal.ts'
import { verifySeal } from './verify.ts'

const now = new Date('2026-11-20T16:00:00Z')
const lender = { name: 'Financiera Ñandú, S.A. de C.V.', email: 'hola@example.mx' }

async function page(text: string): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.addPage().drawText(text)
  return file.save()
}

async function seal(sealer: KeyStore): Promise<Buffer> {
  const parts = { contract: await page('Lo que se leyó'), evidence: await page('Hoja de evidencia') }
  return sealPdf(sealer, { ...parts, title: 'Contrato', lender, sealed_at: now })
}

/** A store with a second certificate after its own, like one from a certificate authority. */
async function withChain(own: P12, other: P12): Promise<P12> {
  const open = ({ p12, passphrase }: P12) =>
    forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.decode64(p12)), passphrase)
  const bag = (store: P12, type: string) => open(store).getBags({ bagType: type })[type]?.[0]
  const { certBag = '', pkcs8ShroudedKeyBag = '' } = forge.pki.oids
  const certificates = [own, other].flatMap((store) => bag(store, certBag)?.cert ?? [])
  const key = bag(own, pkcs8ShroudedKeyBag)?.key
  if (key == null) throw new Error('no key')
  const made = forge.pkcs12.toPkcs12Asn1(key, certificates, own.passphrase, { algorithm: 'aes256' })
  return { p12: forge.util.encode64(forge.asn1.toDer(made).getBytes()), passphrase: own.passphrase }
}

let own: P12
let sealer: KeyStore
let file: Buffer

beforeAll(async () => {
  own = await makeP12({ name: lender.name, purpose: 'seal', now })
  sealer = await openP12(own)
  file = await seal(sealer)
})

/** The positions at which a changed byte goes undetected. */
async function passes(sealed: Buffer, places: readonly number[], change: (byte: number) => number) {
  const taken: number[] = []
  for (const at of places) {
    const changed = Buffer.from(sealed)
    changed[at] = change(changed[at] ?? 0)
    if ((await verifySeal(changed)).state === 'intact') taken.push(at)
  }
  return taken
}

/** Offsets of the signature's hex container: its start, the start of its zero padding and its end. */
function container(sealed: Buffer): { from: number; to: number; end: number } {
  const [from, end] = [sealed.indexOf('/Contents <') + 10, sealed.lastIndexOf('0>') + 2]
  const hex = sealed.toString('latin1', from, end)
  return { from, to: from + hex.replace(/0*>$/, '').length, end }
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)

test('a seal states its certificate, subject and instant', async () => {
  expect(await verifySeal(file)).toEqual({
    state: 'intact',
    fingerprint: sealer.fingerprint,
    subject: lender.name,
    issuer: lender.name,
    valid_from: '2026-11-19T16:00:00.000Z',
    valid_until: '2036-11-20T00:00:00.000Z',
    sealed_at: '2026-11-20T16:00:00Z',
  })
  expect(await verifySeal(await page('sin sello'))).toEqual({ state: 'unsealed' })
})

describe('the check of a seal', () => {
  test('detects a change of one bit at 400 positions spread over the file', async () => {
    const places = range(0, file.length, Math.floor(file.length / 400))
    expect(places.length).toBeGreaterThan(400)
    expect(await passes(file, places, (byte) => byte ^ 1)).toEqual([])
  })

  test('detects a change of a digit in the signature’s container or its padding', async () => {
    const { from, to, end } = container(file)
    expect(to - from).toBeGreaterThan(3000)
    const other = (byte: number) => (byte === 0x35 ? 0x36 : 0x35)
    expect(await passes(file, range(from, to, 3), other)).toEqual([])
    expect(await passes(file, [from, end - 1, ...range(to, end, 997)], other)).toEqual([])
  })

  test('detects a change of the other certificates in the container', async () => {
    const chain = await withChain(own, await makeP12({ name: 'Autoridad', purpose: 'seal', now }))
    const store = await openP12(chain)
    expect(store.certificates).toHaveLength(2)
    const sealed = await seal(store)
    expect((await verifySeal(sealed)).state).toBe('intact')
    const { from, to } = container(sealed)
    expect(await passes(sealed, range(from, to, 23), (byte) => (byte === 0x61 ? 0x62 : 0x61))).toEqual([])
  })

  test('detects a change of a hex letter of the container to upper case', async () => {
    const { from, to } = container(file)
    const letter = from + file.toString('latin1', from, to).search(/[a-f]/)
    expect(await passes(file, [letter], (byte) => byte - 32)).toEqual([])
  })

  test('detects a change of the byte range and reports the file as altered, not as unsealed', async () => {
    const at = file.lastIndexOf('/ByteRange')
    for (const place of range(at, at + 40)) {
      const changed = Buffer.from(file)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect({ place, ...(await verifySeal(changed)) }).toMatchObject({ place, state: 'altered' })
    }
  })

  test('detects an appended byte, comment or update, a rewritten file, and a missing last byte', async () => {
    for (const more of ['\n', '%more\n', '\n1 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF\n'])
      expect(await verifySeal(Buffer.concat([file, Buffer.from(more)]))).toMatchObject({ state: 'altered' })
    const loaded = await PDFDocument.load(file)
    loaded.addPage().drawText('Otra página')
    const rewritten = await loaded.save({ useObjectStreams: false })
    expect((await verifySeal(rewritten)).state).not.toBe('intact')
    expect(await verifySeal(file.subarray(0, -1))).toMatchObject({ state: 'altered' })
  })

  test('returns another fingerprint if another certificate seals the file again', async () => {
    const stranger = await openP12(await makeP12({ name: lender.name, purpose: 'seal', now }))
    const sealed = await sealPdf(stranger, {
      contract: file,
      evidence: await page('otra'),
      title: 'Contrato',
      lender,
      sealed_at: now,
    })
    expect(await verifySeal(sealed)).toMatchObject({ state: 'intact', fingerprint: stranger.fingerprint })
    expect(stranger.fingerprint).not.toBe(sealer.fingerprint)
  })
})

test('a generated certificate opens only with its passphrase', async () => {
  const { certificates, certificate_der, fingerprint } = sealer
  expect(certificates).toHaveLength(1)
  expect(fingerprint).toBe(createHash('sha256').update(certificate_der).digest('hex'))
  await expect(openP12({ ...own, passphrase: 'wrong' })).rejects.toThrow()
})
