import TestSupport
import Testing

@testable import FeedCore
