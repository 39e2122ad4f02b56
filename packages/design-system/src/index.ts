// The portal's components. They know no router, no data and no word of the product.

export { ActionButton } from './ActionButton.tsx'
export { AppFrame } from './AppFrame.tsx'
export { AskFirst } from './AskFirst.tsx'
export { Chip } from './Chip.tsx'
export { CodeBlock } from './CodeBlock.tsx'
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { CopyButton } from './CopyButton.tsx'
export { DesignSystemProvider, type DesignSystemTexts } from './DesignSystemProvider.tsx'
export { Dialog, DialogActions } from './Dialog.tsx'
export { EditableText } from './EditableText.tsx'
export { EmptyState } from './EmptyState.tsx'
export { EndpointCard, type EndpointCopy } from './EndpointCard.tsx'
export { ErrorState } from './ErrorState.tsx'
export { InitialAvatar } from './InitialAvatar.tsx'
export { KeyValueRows, type KeyValueRow } from './KeyValueRows.tsx'
export { ListRow } from './ListRow.tsx'
export { LoadingScreen } from './LoadingScreen.tsx'
export { NavigationItem } from './NavigationItem.tsx'
export { NoticeBanner } from './NoticeBanner.tsx'
export { notify } from './notify.tsx'
export { Panel, PanelBody, PanelHead, TwoPanels } from './Panels.tsx'
export { Row, RowList } from './RowList.tsx'
export { RowSkeletons } from './RowSkeletons.tsx'
export { SecretText } from './SecretText.tsx'
export { Section } from './Section.tsx'
export { SectionTitle } from './SectionTitle.tsx'
export { Sparkline } from './Sparkline.tsx'
export { StatusDot } from './StatusDot.tsx'
export { layout } from './theme.ts'
export { Tile, TileGrid } from './TileGrid.tsx'
export { ToggleChip } from './ToggleChip.tsx'
export { toneColour, type Tone } from './tones.ts'
export {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  CloseButton,
  Group,
  Loader,
  Menu,
  NativeSelect,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  Textarea,
  Title,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
export { useMantineColorScheme as useColorScheme, type MantineColorScheme as ColorScheme } from '@mantine/core'
export { useMediaQuery, useHotkeys, useDebouncedValue } from '@mantine/hooks'
