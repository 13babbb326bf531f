import { Button } from '@mantine/core'
import type { ChainCheck } from '@quincena/domain/audit/schema'
import { formatLongDateTime } from '@quincena/domain/format'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/notice.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { chainQuery, useCheckChain } from './api.ts'
import classes from './audit-page.module.css'

const isRunning = ({ asked_at, finished_at }: ChainCheck) => asked_at !== null && finished_at === null

const brokenWords = { changed: 'cambió', removed: 'borró', added: 'agregó' } as const

function Words({ check }: { check: ChainCheck }) {
  const { finished_at, checked, broken_audit_id, broken_kind } = check
  if (isRunning(check)) return <>Verificando la cadena, registro por registro…</>
  if (finished_at === null) return <>La cadena aún no se ha verificado.</>
  const when = formatLongDateTime(finished_at)
  // Files and triggers of the trail have no row.
  if (broken_audit_id === 0)
    return (
      <>
        <strong>El registro ya no está protegido como debe.</strong> Alguien{' '}
        {brokenWords[broken_kind ?? 'changed']} algo por fuera del sistema ({when}). Avisa a quien cuida la
        base de datos: <code>npm run audit:verify</code> dice qué.
      </>
    )
  if (broken_audit_id !== null)
    return (
      <>
        <strong>La cadena está rota en el registro {broken_audit_id}.</strong> Alguien lo{' '}
        {brokenWords[broken_kind ?? 'changed']} por fuera del sistema ({when}). Avisa a quien cuida la base de
        datos y compárala con un respaldo.
      </>
    )
  return (
    <>
      <strong>Cadena íntegra.</strong> {(checked ?? 0).toLocaleString('es-MX')} registros verificados el{' '}
      {when}: nadie los ha cambiado.
    </>
  )
}

const toneOf = (check: ChainCheck) => {
  if (check.broken_audit_id !== null) return 'problem'
  return check.finished_at === null ? 'info' : 'done'
}

/** Shows whether the last check found the audit hash chain intact, with a button that starts a new check. */
export function ChainNotice() {
  const { data } = useQuery(chainQuery)
  const { mutate, isPending } = useCheckChain()
  if (data === undefined) return null
  return (
    <div className={classes.chain}>
      <Notice tone={toneOf(data)}>
        <Words check={data} />
      </Notice>
      <Button
        variant="default"
        leftSection={smallIcon(IconShieldCheck)}
        loading={isPending || isRunning(data)}
        onClick={() => mutate(undefined, { onError: toast.error })}
      >
        Verificar cadena
      </Button>
    </div>
  )
}
