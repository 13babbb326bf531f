import type { NoticeCategory } from '@quincena/domain/notifications/schema'
import {
  IconAlertTriangle,
  IconBell,
  IconBuildingBank,
  IconCash,
  IconClipboardText,
  IconFileText,
  IconReceipt,
  IconShieldLock,
  IconWritingSign,
} from '@tabler/icons-react'
import classes from './category-icon.module.css'

const icons = {
  money: IconCash,
  offer: IconWritingSign,
  request: IconClipboardText,
  payment: IconReceipt,
  problem: IconAlertTriangle,
  document: IconFileText,
  account: IconBuildingBank,
  security: IconShieldLock,
  message: IconBell,
} as const

/** Icon of a notification's category; the text beside it says the same. */
export function CategoryIcon({ category }: { category: NoticeCategory }) {
  const Icon = icons[category]
  return (
    <span className={classes.icon} data-category={category} aria-hidden>
      <Icon size={20} stroke={1.75} />
    </span>
  )
}
