export default function ExploreRoute() { return null; }
