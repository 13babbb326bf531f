import type { ImportPreview, RowProblem } from '@quincena/domain/imports/schema'
import { IconAlertCircle } from '@tabler/icons-react'
import { FramedTable } from '../../components/framed-table.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { outcomeWords } from '../import/words.ts'
import classes from './preview-table.module.css'

type Row = ImportPreview['rows'][number]

function Cell({ text, problem }: { text: string | null; problem: RowProblem | undefined }) {
  return (
    <td data-wrong={problem !== undefined}>
      {text ?? (problem === undefined ? '' : 'Vacía')}
      {problem !== undefined && (
        <span className={classes.problem}>
          <IconAlertCircle size={14} stroke={1.75} aria-hidden /> {problem.message}
        </span>
      )}
    </td>
  )
}

/**
 * Names the columns of a row that have errors, also hidden ones; errors without a column appear with their own text.
 */
function problemText({ problems }: Row, columns: ImportPreview['columns']): string {
  const inside = columns.filter(({ field }) => problems.some((problem) => problem.field === field))
  const rest = problems.filter(({ field }) => !columns.some((column) => column.field === field))
  return [...inside.map(({ header }) => header), ...rest.map(({ message }) => message)].join(', ')
}

function PreviewRow({ row, columns }: { row: Row; columns: ImportPreview['columns'] }) {
  const { label, tone } = outcomeWords[row.outcome]
  return (
    <tr>
      <th scope="row" className={classes.number}>
        {row.row}
      </th>
      <td>
        <StatusBadge tone={tone} label={label} />
        {row.problems.length > 0 && <span className={classes.where}>{problemText(row, columns)}</span>}
      </td>
      {columns.map(({ header, field }, index) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other identity
          key={`${index} ${header}`}
          text={row.cells[index] ?? null}
          problem={row.problems.find((problem) => problem.field === field)}
        />
      ))}
    </tr>
  )
}

/** Shows the first rows of the file as parsed, with each error at its cell. */
export function PreviewTable({ preview }: { preview: ImportPreview }) {
  const { columns, rows } = preview
  return (
    <FramedTable label="Primeras filas del archivo" className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Fila</th>
          <th scope="col">Resultado</th>
          {columns.map(({ header, field }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other identity
            <th key={`${index} ${header}`} scope="col">
              {header === '' ? 'Sin título' : header}
              {field === null && <span className={classes.unused}>No se usa</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PreviewRow key={row.row} row={row} columns={columns} />
        ))}
      </tbody>
    </FramedTable>
  )
}
