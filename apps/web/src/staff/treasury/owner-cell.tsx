import { Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Owner } from '@quincena/domain/treasury/owner'
import { IconChevronDown } from '@tabler/icons-react'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { type Owned, useGiveOwner } from './api.ts'
import classes from './owner-cell.module.css'
import { OwnerDialog } from './owner-dialog.tsx'

interface OwnerCellProps extends Owned {
  owner: Owner | null
  /** Names the thing for screen readers: "abono de María López". */
  of: string
}

/**
 * The owner of something that waits, with a menu: take it, give it to somebody else, or give it back. In a table it
 * does not open its row.
 */
export function OwnerCell({ owner, of, ...owned }: OwnerCellProps) {
  const me = useUser()
  const { mutate, isPending } = useGiveOwner(owned)
  const [isGiving, giving] = useDisclosure(false)
  const give = (owner_id: number | null) => mutate(owner_id, { onError: toast.error })
  const name = owner?.id === me.id ? 'Tú' : owner?.name
  return (
    <span data-keeps-clicks>
      <Menu position="bottom-start" withinPortal shadow="md">
        <Menu.Target>
          <UnstyledButton
            className={classes.owner}
            data-none={owner === null}
            disabled={isPending}
            aria-label={`Responsable del ${of}: ${name ?? 'Sin responsable'}`}
          >
            {name ?? 'Sin responsable'}
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {owner?.id !== me.id && <Menu.Item onClick={() => give(me.id)}>Tomar</Menu.Item>}
          <Menu.Item onClick={giving.open}>Dar a otra persona…</Menu.Item>
          {owner !== null && <Menu.Item onClick={() => give(null)}>Soltar</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <OwnerDialog opened={isGiving} owned={owned} onClose={giving.close} />
    </span>
  )
}
