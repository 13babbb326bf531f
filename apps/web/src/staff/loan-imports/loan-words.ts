import { LOAN_SHEETS } from '@quincena/domain/loan-imports/columns'
import type { LoanImport, SheetProblem } from '@quincena/domain/loan-imports/schema'
import type { Tone } from '../../components/status-badge.tsx'
import { number } from '../import/words.ts'

/** Label and tone of an import of loans. */
export const loanImportWords: Record<LoanImport['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Por autorizar', tone: 'pending' },
  approved: { label: 'En curso', tone: 'pending' },
  finished: { label: 'Importada', tone: 'done' },
  failed: { label: 'No se importó', tone: 'rejected' },
  refused: { label: 'Rechazada', tone: 'rejected' },
  withdrawn: { label: 'Sin efecto', tone: 'neutral' },
}

/** Counts loans in Spanish: «1 préstamo», «1,200 préstamos». */
export const loansText = (count: number) => (count === 1 ? '1 préstamo' : `${number(count)} préstamos`)

/** Where a problem is: the sheet, and its row. */
export const placeOf = ({ sheet, row }: SheetProblem) =>
  row === 0 ? LOAN_SHEETS[sheet].name : `${LOAN_SHEETS[sheet].name}, fila ${number(row)}`

/** What an import's state means, and what follows. */
export function stateText({ state, loans_total, created }: LoanImport): string {
  const texts: Record<LoanImport['state'], string> = {
    waiting: 'Otro administrador la revisa en «Autorizaciones». Hasta entonces nadie debe nada.',
    approved: `Se importa completa o nada: ${loansText(loans_total)}.`,
    finished: `${loansText(created)} con su saldo en el libro contable.`,
    failed: 'Algo cambió desde que se autorizó y no se importó nada. Corrige el libro y súbelo otra vez.',
    refused: 'La segunda persona la rechazó; no se importó nada.',
    withdrawn: 'La solicitud se retiró; no se importó nada.',
  }
  return texts[state]
}
