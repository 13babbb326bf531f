import { Button, Loader } from '@mantine/core'
import { type DiagnosticCheck, type DiagnosticPart, FINDINGS } from '@quincena/domain/diagnostics/schema'
import { factNames, findingWords, partWords, stepNames } from '@quincena/domain/diagnostics/words'
import { formatDateTime } from '@quincena/domain/format'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'
import classes from './part-card.module.css'
import type { CheckState } from './use-health-checks.ts'

const badges = {
  good: { tone: 'accepted', label: 'Funciona' },
  warning: { tone: 'pending', label: 'Atención' },
  failed: { tone: 'rejected', label: 'Falla' },
} as const satisfies Record<string, { tone: Tone; label: string }>

const number = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 })

function timeText(ms: number): string {
  return ms < 1000 ? `${number.format(ms)} ms` : `${number.format(ms / 1000)} s`
}

function valueText(value: string | number | null, unit: string | undefined): string {
  if (value === null) return '—'
  const text = typeof value === 'number' ? number.format(value) : value
  return unit === undefined ? text : `${text} ${unit}`
}

function Badge({ checkState }: { checkState: CheckState | undefined }) {
  if (checkState === undefined) return <StatusBadge tone="neutral" label="Sin probar" />
  if (checkState.state === 'running') return <Loader size={18} aria-hidden />
  if (checkState.state === 'refused') return <StatusBadge tone="rejected" label="No se probó" />
  return <StatusBadge {...badges[FINDINGS[checkState.check.finding]]} />
}

function Steps({ steps }: Pick<DiagnosticCheck, 'steps'>) {
  return (
    <ol className={classes.steps} aria-label="Pasos">
      {steps.map(({ step, took_ms }) => (
        <li key={step}>
          {stepNames[step]} <span className={classes.time}>{timeText(took_ms)}</span>
        </li>
      ))}
    </ol>
  )
}

function Facts({ facts }: Pick<DiagnosticCheck, 'facts'>) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ fact, value }) => (
        <div key={fact}>
          <dt>{factNames[fact].name}</dt>
          <dd>{valueText(value, factNames[fact].unit)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Outcome({ check }: { check: DiagnosticCheck }) {
  const { text, advice } = findingWords[check.finding]
  return (
    <>
      <p className={classes.finding}>
        {text} <span className={classes.time}>{timeText(check.took_ms)}</span>
      </p>
      {advice !== null && (
        <p className={classes.advice} data-kind={FINDINGS[check.finding]}>
          <strong>Qué hacer:</strong> {advice}
        </p>
      )}
      <Facts facts={check.facts} />
      <Steps steps={check.steps} />
      {check.detail !== null && (
        <p className={classes.detail}>
          Detalle técnico: <code>{check.detail}</code>
        </p>
      )}
      <p className={classes.when}>Probado el {formatDateTime(check.tried_at)}</p>
    </>
  )
}

interface PartCardProps {
  part: DiagnosticPart
  checkState: CheckState | undefined
  onTry: () => void
}

/** Health check of one part of the system: its description, its button, its progress and its result. */
export function PartCard({ part, checkState, onTry }: PartCardProps) {
  const { title, does } = partWords[part]
  const isRunning = checkState?.state === 'running'
  const verb = checkState === undefined ? 'Probar' : 'Probar otra vez'
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <Badge checkState={checkState} />
      </header>
      <p className={classes.does}>{does}</p>
      <div className={classes.outcome} role="status">
        {isRunning && <p className={classes.finding}>Probando…</p>}
        {checkState?.state === 'refused' && <p className={classes.finding}>{checkState.text}</p>}
        {checkState?.state === 'done' && <Outcome check={checkState.check} />}
      </div>
      <Button
        variant="default"
        onClick={onTry}
        disabled={isRunning}
        className={classes.button ?? ''}
        aria-label={`${verb}: ${title}`}
      >
        {verb}
      </Button>
    </section>
  )
}
