import { randomBytes } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { bufferOf, oid, signCms } from '../../lib/cms.ts'
import type { KeyStore } from '../../lib/p12.ts'

/** Of the arc for examples (ITU-T X.660): nobody takes it for an accredited authority's. */
const STAND_IN_POLICY = '2.999.151.1'

/** What the stand-in calls itself, so that its constancias are never taken for an accredited provider's. */
export const STAND_IN_NAME = 'Autoridad de sellos de tiempo de prueba (sin acreditación)'

interface Issuing {
  authority: KeyStore
  /** TimeStampReq, DER. */
  query: Uint8Array
  now: Temporal.Instant
}

/** Positive, 16 bytes, in its shortest form: no two tokens share one. */
function makeSerial(): asn1js.Integer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new asn1js.Integer({ valueHex: bufferOf(bytes) })
}

function infoFor({ messageImprint, nonce }: pkijs.TimeStampReq, now: Temporal.Instant): pkijs.TSTInfo {
  // Whole seconds: DER writes no fraction that ends in zeros.
  const genTime = new Date(Math.floor(now.epochMilliseconds / 1000) * 1000)
  return new pkijs.TSTInfo({
    version: 1,
    policy: STAND_IN_POLICY,
    messageImprint,
    serialNumber: makeSerial(),
    genTime,
    accuracy: new pkijs.Accuracy({ seconds: 1 }),
    ...(nonce === undefined ? {} : { nonce }),
  })
}

/** Grants a time stamp over the hash of a query (RFC 3161 §2.4.2); its key and clock are the caller's. */
export async function answerQuery({ authority, query, now }: Issuing): Promise<Uint8Array> {
  const asked = pkijs.TimeStampReq.fromBER(bufferOf(query))
  const info = infoFor(asked, now).toSchema().toBER()
  const timeStampToken = await signCms(authority, {
    bytes: new Uint8Array(info),
    place: 'inside',
    type: oid.timeStampInfo,
  })
  const status = new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.granted })
  return new Uint8Array(new pkijs.TimeStampResp({ status, timeStampToken }).toSchema().toBER())
}
