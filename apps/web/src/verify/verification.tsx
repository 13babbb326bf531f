import { formatDateTime } from '@quincena/domain/format'
import type { FileVerification, IssuedFile } from '@quincena/domain/issued-files/schema'
import type { ReactNode } from 'react'
import { StatusBadge } from '../components/status-badge.tsx'
import { lenderOfPage } from '../lib/lender.ts'
import classes from './verify-page.module.css'
import { constanciaStates, kindNames, stateWords } from './words.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Instant = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : <Fact name={name}>{formatDateTime(value)}</Fact>

function Seal({ seal }: { seal: NonNullable<IssuedFile['seal']> }) {
  const { subject, issuer, valid_from, valid_until, sealed_at } = seal
  return (
    <section>
      <h3 className={classes.part}>Sello electrónico</h3>
      <dl className={classes.facts}>
        <Fact name="Sellado por">{subject}</Fact>
        <Fact name="Certificado emitido por">
          {issuer === subject ? `${issuer} (certificado propio)` : issuer}
        </Fact>
        <Fact name="Vigencia del certificado">
          {formatDateTime(valid_from)} a {formatDateTime(valid_until)}
        </Fact>
        <Instant name="Sellado el" value={sealed_at} />
      </dl>
    </section>
  )
}

function Constancia({ constancia }: Pick<IssuedFile, 'constancia'>) {
  return (
    <section>
      <h3 className={classes.part}>Constancia de conservación</h3>
      {constancia === null ? (
        <p className={classes.none}>Este archivo no tiene constancia de un tercero.</p>
      ) : (
        <dl className={classes.facts}>
          <Fact name="Estado">{constanciaStates[constancia.state]}</Fact>
          {constancia.state !== 'not_valid' && (
            <>
              <Fact name="Emitida por">{constancia.issuer}</Fact>
              <Instant name="Emitida el" value={constancia.issued_at} />
            </>
          )}
        </dl>
      )}
    </section>
  )
}

function Issued({ file }: { file: IssuedFile }) {
  const { kind, state, folio, signed_at, issued_at, seal, constancia } = file
  const { tone, label, text } = stateWords[state]
  return (
    <>
      <StatusBadge tone={tone} label={label} />
      <h2 className={classes.verdict}>{kindNames[kind]}</h2>
      <p className={classes.text}>{text}</p>
      <dl className={classes.facts}>
        <Fact name="Folio">{folio}</Fact>
        <Instant name="Firmado el" value={signed_at} />
        <Instant name={kind === 'unsigned_contract' ? 'Mostrado el' : 'Emitido el'} value={issued_at} />
      </dl>
      {seal !== null && (
        <>
          <Seal seal={seal} />
          <Constancia constancia={constancia} />
        </>
      )}
      <p className={classes.none}>Las horas son de la Ciudad de México.</p>
    </>
  )
}

function Contact() {
  const { name, phone } = lenderOfPage()
  if (phone === '') return null
  return (
    <p className={classes.text}>
      Si tienes dudas, llama a {name} al <a href={`tel:${phone.replace(/[^0-9+]/g, '')}`}>{phone}</a>.
    </p>
  )
}

function Unknown() {
  const { name } = lenderOfPage()
  return (
    <>
      <StatusBadge tone="neutral" label="No reconocido" />
      <h2 className={classes.verdict}>No reconocemos este archivo</h2>
      <p className={classes.text}>
        No es un documento que haya emitido {name === '' ? 'la financiera' : name}, o cambió después: basta
        con abrirlo en otro programa y guardarlo de nuevo.
      </p>
      <p className={classes.text}>
        Descarga otra vez el documento, o pide el original a quien te lo dio, y verifica ese archivo.
      </p>
      <Contact />
    </>
  )
}

/** What the server says of a file, with its name on this device. */
export function Verification({ name, result }: { name: string; result: FileVerification }) {
  return (
    <div className={classes.card}>
      <p className={classes.file}>{name}</p>
      {result.found ? <Issued file={result} /> : <Unknown />}
    </div>
  )
}
