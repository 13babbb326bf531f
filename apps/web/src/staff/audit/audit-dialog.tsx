import { Button } from '@mantine/core'
import type { AuditRow } from '@quincena/domain/audit/schema'
import { actionName, callerName, subjectName } from '@quincena/domain/audit/words'
import { deviceName } from '@quincena/domain/device'
import { formatDateTime } from '@quincena/domain/format'
import { IconHistory } from '@tabler/icons-react'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import classes from './audit-dialog.module.css'
import { changesOf } from './changes.ts'
import type { AuditSearch } from './search.ts'

const shownText = (text: string | null) => text ?? 'Sin valor'

/** Shows the values before and after side by side, or one column when the audit entry has no values before. */
function Changes({ row }: { row: AuditRow }) {
  const changes = changesOf(row)
  if (changes.length === 0) return <p className={classes.none}>Este acto no guarda más datos.</p>
  const hasBefore = row.before !== null
  return (
    <div className={classes.scroll}>
      <table className={classes.changes} aria-label="Datos del acto">
        <thead>
          <tr>
            <th scope="col">Campo</th>
            {hasBefore && <th scope="col">Antes</th>}
            <th scope="col">{hasBefore ? 'Después' : 'Valor'}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after, isChanged }) => (
            <tr key={field} data-changed={hasBefore && isChanged}>
              <th scope="row">{field}</th>
              {hasBefore && <td className={classes.before}>{shownText(before)}</td>}
              <td className={classes.after}>{shownText(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Facts({ row }: { row: AuditRow }) {
  const what = row.subject_name ?? (row.subject_id === null ? null : `Número ${row.subject_id}`)
  return (
    <dl className={classes.facts}>
      <CopyField label="Quién" value={callerName(row)} />
      <CopyField label="Cuándo" value={formatDateTime(row.created_at)} />
      {what !== null && <CopyField label={subjectName(row.subject)} value={what} />}
      {row.ip !== null && <CopyField label="Desde" value={row.ip} />}
      {row.device !== null && (
        <CopyField label="Dispositivo" value={row.device}>
          {deviceName(row.device)}
        </CopyField>
      )}
      <CopyField label="Huella en la cadena" value={row.hash}>
        <span className={classes.hash}>{row.hash?.slice(0, 16)}…</span>
      </CopyField>
    </dl>
  )
}

interface AuditDialogProps {
  row: AuditRow | undefined
  onSearch: (change: AuditSearch) => void
  onClose: () => void
}

/** Shows one audit entry: the user, the device and the changed values, in Spanish. */
export function AuditDialog({ row, onSearch, onClose }: AuditDialogProps) {
  const subjectFilter = row?.subject_id ? { subject: row.subject, subject_id: Number(row.subject_id) } : null
  return (
    <Dialog
      opened={row !== undefined}
      onClose={onClose}
      title={row === undefined ? '' : actionName(row.action)}
      size={720}
    >
      {row !== undefined && (
        <>
          <Facts row={row} />
          <Changes row={row} />
          <div className={classes.foot}>
            {subjectFilter !== null && (
              <Button
                variant="default"
                leftSection={smallIcon(IconHistory)}
                onClick={() =>
                  onSearch({ ...subjectFilter, search: undefined, action: undefined, user: undefined })
                }
              >
                Toda su historia
              </Button>
            )}
            <Button onClick={onClose}>Cerrar</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
