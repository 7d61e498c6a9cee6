export const common = {
  product: 'Switchback',
  close: 'Close',
  clear: 'clear',
  loading: 'Loading…',
  skipToContent: 'Skip to content',
  nav: {
    label: 'Main',
    home: (product: string) => `${product}, home`,
    explore: 'Explore',
    menu: 'Menu',
  },
  footer: {
    copyright: (year: number, product: string) => `© ${year} ${product}`,
    mapData: 'Place data: countries-states-cities, GeoNames, OpenStreetMap, Natural Earth',
  },
  display: {
    units: 'Units',
    miles: 'Miles',
    kilometers: 'Kilometers',
    short: { miles: 'mi', kilometers: 'km' },
    scheme: 'Colors',
    auto: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  units: {
    miles: (value: string) => `${value} mi`,
    kilometers: (value: string) => `${value} km`,
    hours: (value: string) => `${value} h`,
    minutes: (value: string) => `${value} min`,
    hoursAndMinutes: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
    approximately: (text: string) => `~${text}`,
  },
  stars: {
    rated: (stars: string) => `${stars} of 5 stars`,
    unrated: 'Not rated yet',
    reviews: (count: number, text: string) => (count === 1 ? '1 review' : `${text} reviews`),
  },
  card: {
    official: 'Official',
    silhouette: 'The shape of this drive',
    from: (start: string, end: string) => (start === end || end === '' ? start : `${start} to ${end}`),
    open: (title: string) => `Open ${title}`,
  },
  notFound: {
    title: 'Page not found',
    message: 'There is nothing at this address. The road may have been renamed.',
    explore: 'Explore drives',
    home: 'Back to home',
  },
  errors: {
    unexpected: {
      title: 'Something went wrong',
      message: 'The server gave an answer that makes no sense. Please try again.',
    },
    network: {
      title: 'No connection',
      message: 'The server could not be reached. Please check your connection and try again.',
    },
    timeout: { title: 'Took too long', message: 'The server did not answer in time. Please try again.' },
    crash: {
      title: 'This page broke down',
      message: 'An error on our side. Reloading usually helps.',
      reload: 'Reload',
    },
  },
};
