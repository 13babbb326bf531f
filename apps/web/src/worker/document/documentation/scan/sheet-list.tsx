import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCrop, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import stack from '../../../../components/phone/stack.module.css'
import { smallIcon } from '../../../../components/small-icon.tsx'
import classes from './scan-screen.module.css'
import type { Sheet } from './use-sheets.ts'

interface SheetButtonProps {
  label: string
  icon: ReactNode
  disabled?: boolean
  onClick: () => void
}

function SheetButton({ label, icon, disabled = false, onClick }: SheetButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={48}
      disabled={disabled}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  )
}

interface SheetListProps {
  sheets: readonly Sheet[]
  onEdit: (sheet: Sheet) => void
  onRemove: (sheet: Sheet) => void
  onMove: (from: number, to: number) => void
}

const size_px = 20

/** Pages in document order, each with buttons to move, remove and edit it. */
export function SheetList({ sheets, onEdit, onRemove, onMove }: SheetListProps) {
  return (
    <ul className={stack.list}>
      {sheets.map((sheet, index) => {
        const name = `página ${index + 1}`
        const { url, width, height, jpeg } = sheet.page
        return (
          <li key={sheet.id} className={classes.sheet}>
            <div className={classes.paper}>
              <img src={url} width={width} height={height} alt={`Vista previa de la ${name}`} />
            </div>
            <div className={classes.actions}>
              <p className={classes.name}>
                Página {index + 1} de {sheets.length}
                <span className={stack.note}> · {Math.ceil(jpeg.byteLength / 1024)} KB</span>
              </p>
              {sheets.length > 1 && (
                <>
                  <SheetButton
                    label={`Subir la ${name}`}
                    icon={<IconArrowUp size={size_px} stroke={1.75} aria-hidden />}
                    disabled={index === 0}
                    onClick={() => onMove(index, index - 1)}
                  />
                  <SheetButton
                    label={`Bajar la ${name}`}
                    icon={<IconArrowDown size={size_px} stroke={1.75} aria-hidden />}
                    disabled={index === sheets.length - 1}
                    onClick={() => onMove(index, index + 1)}
                  />
                </>
              )}
              <SheetButton
                label={`Quitar la ${name}`}
                icon={<IconTrash size={size_px} stroke={1.75} aria-hidden />}
                onClick={() => onRemove(sheet)}
              />
            </div>
            <Button
              variant="light"
              size="md"
              className={classes.crop ?? ''}
              leftSection={smallIcon(IconCrop)}
              aria-label={`Recortar o girar la ${name}`}
              onClick={() => onEdit(sheet)}
            >
              Recortar o girar
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
