// The front door of notifications.

export { notificationBudgets, type NotificationsContext } from './context.ts'
export { addNotificationRoutes } from './notification-routes.ts'
export { notificationResolvers } from './notification-resolvers.ts'
export { startNotificationWorkers } from './notification-worker.ts'
export { keepUntoldEvents } from './operations/keep-untold.ts'
