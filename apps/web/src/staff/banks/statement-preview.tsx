import type { StatementPreview } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { IconAlertCircle } from '@tabler/icons-react'
import { FramedTable } from '../../components/framed-table.tsx'
import { RejectedTable } from './rejected-table.tsx'
import classes from './statement-form.module.css'

type Row = StatementPreview['rows'][number]

function Problems({ problems }: Pick<Row, 'problems'>) {
  return (
    <>
      {problems.map(({ field, message }) => (
        <span key={`${field} ${message}`} className={classes.problem}>
          <IconAlertCircle size={14} stroke={1.75} aria-hidden /> {field}: {message}
        </span>
      ))}
    </>
  )
}

function PreviewRow({ row }: { row: Row }) {
  const isWrong = row.problems.length > 0
  const { day, amount, balance } = row
  return (
    <tr data-wrong={isWrong}>
      <th scope="row" className={classes.number}>
        {row.row}
      </th>
      {isWrong ? (
        <td colSpan={5}>
          <span className={classes.cells}>{row.cells.filter((cell) => cell !== null).join(' · ')}</span>
          <Problems problems={row.problems} />
        </td>
      ) : (
        <>
          <td className={classes.day}>{day === null ? '' : formatDate(day)}</td>
          <td>{row.description}</td>
          <td>{row.reference}</td>
          <td className={classes.money}>{amount === null ? '' : formatMoney(amount)}</td>
          <td className={classes.money}>{balance === null ? '' : formatMoney(balance)}</td>
        </>
      )}
    </tr>
  )
}

/** The first rows of the file as the chosen columns read them, with the reason where one cannot be read. */
export function PreviewTable({ preview }: { preview: StatementPreview }) {
  return (
    <FramedTable label="Primeros renglones del archivo">
      <thead>
        <tr>
          <th scope="col">Fila</th>
          <th scope="col">Fecha</th>
          <th scope="col">Descripción</th>
          <th scope="col">Referencia</th>
          <th scope="col" className={classes.money}>
            Monto
          </th>
          <th scope="col" className={classes.money}>
            Saldo
          </th>
        </tr>
      </thead>
      <tbody>
        {preview.rows.map((row) => (
          <PreviewRow key={row.row} row={row} />
        ))}
      </tbody>
    </FramedTable>
  )
}

/** The problems of rows below the previewed ones. */
export function RejectedPreview({ preview }: { preview: StatementPreview }) {
  const last = preview.rows.at(-1)?.row ?? 0
  const later = preview.rejected.filter(({ row }) => row > last)
  if (later.length === 0) return null
  return (
    <details>
      <summary className={classes.summary}>Otros renglones que no se pueden leer</summary>
      <RejectedTable problems={later} />
    </details>
  )
}
