import { Button, Loader, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Dialog } from '../../components/dialog.tsx'
import { useRefresh } from '../../lib/refresher.ts'
import { decisionWords } from '../loan/decide.ts'
import { closeRun, countOpen, type Run, type RunItem, retryRun, stopRun, useRun } from './decision-run.ts'
import classes from './run-dialog.module.css'

const isOver = ({ outcome: { state } }: RunItem) => state !== 'waiting' && state !== 'sending'

const doneWords = { APP: ['aprobada', 'aprobadas'], REJ: ['rechazada', 'rechazadas'] } as const

/** «3 aprobadas, 2 sin aprobar» */
function resultText({ status, items }: Run): string {
  const done = items.filter(({ outcome }) => outcome.state === 'done')
  const isAsked = ({ outcome }: RunItem) => outcome.state === 'done' && outcome.text.startsWith('Espera')
  const asked = done.filter(isAsked).length
  const left = items.length - done.length
  const decided = done.length - asked
  return [
    `${decided} ${doneWords[status][decided === 1 ? 0 : 1]}`,
    ...(asked > 0 ? [`${asked} por autorizar`] : []),
    ...(left > 0 ? [`${left} sin ${status === 'APP' ? 'aprobar' : 'rechazar'}`] : []),
  ].join(', ')
}

const texts = { waiting: 'En espera', sending: 'Enviando…', unsent: 'Sin enviar' } as const

const icons = {
  waiting: <IconCircleDashed size={18} stroke={1.75} aria-hidden />,
  unsent: <IconCircleDashed size={18} stroke={1.75} aria-hidden />,
  sending: <Loader size={16} aria-hidden />,
  done: <IconCircleCheck size={18} stroke={1.75} aria-hidden />,
  failed: <IconAlertCircle size={18} stroke={1.75} aria-hidden />,
} as const

function Line({ item: { loan, outcome } }: { item: RunItem }) {
  const { state } = outcome
  return (
    <li className={classes.line} data-state={state}>
      <span className={classes.icon}>{icons[state]}</span>
      <span>
        <strong>{loan.folio}</strong> · {loan.user.first_name} {loan.user.last_name}
        <span className={classes.outcome}>{'text' in outcome ? outcome.text : texts[outcome.state]}</span>
      </span>
    </li>
  )
}

function Foot({ run }: { run: Run }) {
  const refresh = useRefresh('loan', 'user')
  const open = countOpen(run)
  if (run.isRunning)
    return (
      <Button variant="default" onClick={() => stopRun(run)}>
        Detener
      </Button>
    )
  return (
    <>
      {open > 0 && <Button onClick={() => void retryRun(run).then(refresh)}>Reintentar {open}</Button>}
      <Button variant={open > 0 ? 'default' : 'filled'} onClick={() => closeRun(run)} data-autofocus>
        Cerrar
      </Button>
    </>
  )
}

/** Progress and results of one decision about several loans; each loan has its own result. */
export function RunDialog() {
  const run = useRun()
  if (run === null) return null
  const count = run.items.length
  const over = run.items.filter(isOver).length
  const progress = `${decisionWords[run.status].doing}: ${Math.min(over + 1, count)} de ${count}`
  return (
    <Dialog
      opened
      title="Decisiones"
      size={520}
      onClose={() => closeRun(run)}
      withCloseButton={false}
      closeOnEscape={!run.isRunning}
      closeOnClickOutside={false}
    >
      <p className={classes.status} role="status">
        {run.isRunning ? progress : resultText(run)}
      </p>
      <Progress value={(100 * over) / count} size="sm" aria-label="Avance" />
      <ul className={classes.lines}>
        {run.items.map((item) => (
          <Line key={item.loan.id} item={item} />
        ))}
      </ul>
      <div className={classes.foot}>
        <Foot run={run} />
      </div>
    </Dialog>
  )
}
