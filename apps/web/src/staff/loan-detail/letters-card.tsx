import { Button } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import { formatDateTime, formatMonth } from '@quincena/domain/format'
import { statementMonths, voidReasonNames } from '@quincena/domain/letters/rules'
import type { LetterRow } from '@quincena/domain/letters/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconCertificate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { ChoiceDownload } from '../../components/choice-download.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { downloadMonthStatement, downloadNoDebtLetter, loanLettersQuery } from '../../lib/letters.ts'
import { today } from '../../lib/today.ts'
import classes from './letters-card.module.css'

function LetterBadge({ letter: { voided_at, sealed_at } }: { letter: LetterRow }) {
  if (voided_at !== null) return <StatusBadge tone="rejected" label="Sin efecto" />
  if (sealed_at === null) return <StatusBadge tone="pending" label="En preparación" />
  return <StatusBadge tone="accepted" label="Vigente" />
}

function Letter({ letter }: { letter: LetterRow }) {
  const { folio, created_at, voided_at, void_reason } = letter
  return (
    <li className={classes.letter}>
      <span className={classes.words}>
        <span className={classes.folio}>{folio}</span>
        <span className={classes.detail}>Emitida el {formatDateTime(created_at)}</span>
        {voided_at !== null && void_reason !== null && (
          <span className={classes.detail}>
            {voidReasonNames[void_reason]} · {formatDateTime(voided_at)}
          </span>
        )}
      </span>
      <LetterBadge letter={letter} />
    </li>
  )
}

function DownloadLetter({ loan }: { loan: LoanDetail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadNoDebtLetter(loan),
    onSuccess: () => toast.success('La constancia de no adeudo se ha descargado correctamente.'),
    onError: toast.error,
  })
  return (
    <Button
      variant="light"
      loading={isPending}
      leftSection={<IconCertificate size={20} stroke={1.75} aria-hidden />}
      onClick={() => mutate()}
    >
      Descargar constancia
    </Button>
  )
}

function NoDebtLetters({ loan }: { loan: LoanDetail }) {
  const { data, error, refetch } = useQuery(loanLettersQuery(loan.id))
  if (data === undefined && error)
    return <ErrorState title="Error al obtener las constancias" error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={1} />
  const isPaidOff = loan.state === 'completed'
  return (
    <>
      {data.letters.length > 0 && (
        <ul className={classes.list}>
          {data.letters.map((letter) => (
            <Letter key={letter.id} letter={letter} />
          ))}
        </ul>
      )}
      {isPaidOff ? (
        <DownloadLetter loan={loan} />
      ) : (
        <p className={classes.detail}>Se emite sola cuando el préstamo queda liquidado.</p>
      )}
    </>
  )
}

/** The no-debt letters of a loan, and its statement of a month. Renders nothing before the money is sent. */
export function LettersCard({ loan }: { loan: LoanDetail }) {
  if (loan.sent_at === null) return null
  const now = today()
  const months = statementMonths(businessDay(loan.sent_at), now)
  return (
    <Card title="Constancias y estados de cuenta">
      <h3 className={classes.title}>Constancia de no adeudo</h3>
      <NoDebtLetters loan={loan} />
      <h3 className={classes.title}>Estado de cuenta por mes</h3>
      <ChoiceDownload
        label="Mes"
        size="sm"
        options={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        buttonLabel="Descargar el mes"
        save={(month) => downloadMonthStatement(loan, { month, today: now })}
        doneText="El estado de cuenta se ha descargado correctamente."
      />
    </Card>
  )
}
