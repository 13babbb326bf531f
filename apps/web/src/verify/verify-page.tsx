import { Button, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FileDrop } from '../components/file-drop.tsx'
import { AnchorLink } from '../components/links.tsx'
import { Logo } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Queries } from '../components/queries.tsx'
import { errorText } from '../lib/api-error.ts'
import { useOnline } from '../lib/online.ts'
import { verifyHash } from './api.ts'
import { canHash, FILE_LIMIT_BYTES, FileError, type FileProblem, hashOfPdf } from './file-hash.ts'
import { Verification } from './verification.tsx'
import classes from './verify-page.module.css'
import { problemTexts } from './words.ts'

const accept = { 'application/pdf': ['.pdf'] }
const offlineText =
  'No hay conexión. El archivo se lee en tu dispositivo, pero para comparar su huella hace falta internet.'

const textOf = (error: unknown, isOnline: boolean) => {
  if (error instanceof FileError) return problemTexts[error.problem]
  return isOnline ? errorText(error) : offlineText
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOnline = useOnline()
  return (
    <Notice tone="problem">
      <p className={classes.failure}>{textOf(error, isOnline)}</p>
      {!(error instanceof FileError) && (
        <Button variant="default" onClick={onRetry} className={classes.retry ?? ''}>
          Reintentar
        </Button>
      )}
    </Notice>
  )
}

function Verifier() {
  const [refusal, setRefusal] = useState<FileProblem | null>(null)
  const isOnline = useOnline()
  const { mutate, data, error, variables, isPending, reset } = useMutation({
    mutationFn: async (file: File) => verifyHash(await hashOfPdf(file)),
  })
  const choose = (file: File) => {
    setRefusal(null)
    mutate(file)
  }
  const refuse = (problem: FileProblem) => {
    reset()
    setRefusal(problem)
  }
  const isIdle = !isPending && error === null && data === undefined && refusal === null
  return (
    <div className={classes.verifier}>
      <FileDrop
        accept={accept}
        label="Elige o suelta aquí el PDF"
        detail="El archivo no sale de tu dispositivo. Hasta 20 MB"
        limit_bytes={FILE_LIMIT_BYTES}
        onFile={choose}
        onRefused={refuse}
      />
      {!isOnline && isIdle && <Notice tone="info">{offlineText}</Notice>}
      <div role="status">
        {isPending && (
          <p className={classes.working}>
            <Loader size={18} aria-hidden />
            Calculando y comparando la huella de {variables.name}…
          </p>
        )}
        {data !== undefined && variables !== undefined && (
          <Verification name={variables.name} result={data} />
        )}
      </div>
      {refusal !== null && <Failure error={new FileError(refusal)} onRetry={reset} />}
      {error !== null && <Failure error={error} onRetry={() => variables && mutate(variables)} />}
    </div>
  )
}

/** Public page on which anybody checks whether the lender issued a PDF. Its SHA-256 is computed in the browser. */
export function VerifyPage() {
  return (
    <Queries>
      <main className={classes.page} tabIndex={-1}>
        <Logo />
        <h1 className={classes.title}>Verificar un documento</h1>
        <p className={classes.lead}>
          Comprueba si un contrato o una constancia en PDF es el que emitimos y si no ha cambiado. Tu
          navegador calcula la huella del archivo (SHA-256) y sólo nos envía esa huella: el archivo no sale de
          tu dispositivo.
        </p>
        {canHash() ? (
          <Verifier />
        ) : (
          <Notice tone="problem">
            Este navegador no puede calcular la huella del archivo. Abre esta página con https:// en una
            versión reciente de Chrome, Edge, Firefox o Safari.
          </Notice>
        )}
        <p className={classes.back}>
          <AnchorLink to="/">Volver al inicio</AnchorLink>
        </p>
      </main>
    </Queries>
  )
}
