import { Loader, UnstyledButton } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import type { DownloadKind, DownloadRow } from '@quincena/domain/downloads/schema'
import { formatMoney, formatShortDate } from '@quincena/domain/format'
import {
  IconCertificate,
  IconDownload,
  IconFileInvoice,
  IconFileText,
  IconReceipt,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/toast.tsx'
import { loanWords } from '../words.ts'
import { download } from './api.ts'
import classes from './download-item.module.css'

const kinds: Record<DownloadKind, { label: string; Icon: typeof IconReceipt }> = {
  contract: { label: 'Contrato', Icon: IconFileText },
  constancia: { label: 'Constancia NOM-151', Icon: IconCertificate },
  receipt: { label: 'Comprobante de pago', Icon: IconReceipt },
  statement: { label: 'Estado de cuenta', Icon: IconFileInvoice },
  no_debt_letter: { label: 'Constancia de no adeudo', Icon: IconRosetteDiscountCheck },
}

/** One file. A tap anywhere on it saves it; a double tap saves it once. */
export function DownloadItem({ row }: { row: DownloadRow }) {
  const client = useQueryClient()
  const mutationKey = ['download', row.kind, row.id]
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: () => download(row),
    onSuccess: toast.success,
    onError: toast.error,
  })
  const { label, Icon } = kinds[row.kind]
  return (
    <UnstyledButton
      className={classes.item}
      aria-busy={isPending}
      disabled={row.kind === 'no_debt_letter' && row.reversed}
      onClick={() => {
        if (client.isMutating({ mutationKey }) === 0) mutate()
      }}
    >
      <span className={classes.icon} aria-hidden>
        <Icon size={22} stroke={1.75} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          {label}
          {row.reversed && (
            <span className={classes.reversed}>
              {row.kind === 'no_debt_letter' ? ' · Sin efecto' : ' · Anulado'}
            </span>
          )}
        </span>
        <span className={classes.detail}>
          {loanWords[row.type].title} {row.folio} · {formatMoney(row.amount)}
        </span>
        <span className={classes.detail}>
          {row.kind === 'statement' && 'Al '}
          {formatShortDate(businessDay(row.created_at))}
        </span>
      </span>
      <span className={classes.action} aria-hidden>
        {isPending ? <Loader size={20} /> : <IconDownload size={20} stroke={1.75} />}
      </span>
    </UnstyledButton>
  )
}
